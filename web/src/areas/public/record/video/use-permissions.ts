import { useEffect, useEffectEvent, useState } from "react";
import { watchPermissions, type Permissions } from "../../../../media/camera-permission.ts";

const UNKNOWN: Permissions = { camera: null, microphone: null };

const allowed = ({ camera, microphone }: Permissions) => camera === "granted" && microphone !== "denied";

/** What the browser remembers, while `watched`; `onAllowed` when somebody has just changed it in our favour. */
export function usePermissions(watched: boolean, onAllowed: () => void): Permissions {
  const [permissions, setPermissions] = useState(UNKNOWN);
  const allow = useEffectEvent(onAllowed);

  useEffect(() => {
    if (!watched) return undefined;
    let before: Permissions | null = null;
    return watchPermissions((now) => {
      setPermissions(now);
      if (before && !allowed(before) && allowed(now)) allow();
      before = now;
    });
  }, [watched]);

  return permissions;
}
