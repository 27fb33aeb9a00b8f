import { useEffect } from "react";
import { Navigate } from "react-router";
import { isServersOwn } from "../paths.ts";

/** Goes where somebody wanted to go before the login: to a screen of the app, or to a page the server writes. */
export function GoOn({ to }: { to: string }) {
  const elsewhere = isServersOwn(to);
  useEffect(() => {
    if (elsewhere) location.replace(to);
  }, [elsewhere, to]);
  return elsewhere ? null : <Navigate replace to={to} />;
}
