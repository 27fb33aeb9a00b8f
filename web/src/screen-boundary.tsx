import { Component, type ReactNode } from "react";
import { reloadIfReplaced } from "./lib/replaced-build.ts";
import { Button } from "./ui/button.tsx";
import { Notice } from "./ui/notice.tsx";

/** Error page if a screen's code fails or cannot be loaded: never a blank page. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    void reloadIfReplaced();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title="This page did not load">
        <p>Your connection may have dropped, or a new version may have just been published.</p>
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </Notice>
    );
  }
}
