/** Error if neither an upload nor a form gets through; `button` retries. */
export const blockedNetwork = (button: string) =>
  `This network does not let your video through. It is still here, with your details: switch to another Wi-Fi or to mobile data, then press ${button}.`;
