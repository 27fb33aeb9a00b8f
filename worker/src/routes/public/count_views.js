(() => {
  // Only a wall's first page sees the host as its referrer, and hands it to the others.
  const handed = /^#host=(.*)/.exec(location.hash);
  const referrer = document.referrer && new URL(document.referrer).host;
  const host = window === top ? "" : handed ? handed[1] : referrer;
  for (const link of document.querySelectorAll('[href^="?"]')) link.hash = `host=${host}`;
  // The portal's preview is no view.
  if (location.search.includes("preview")) return;
  for (const video of document.querySelectorAll("video")) {
    const counted = new Set();
    const count = (view) => {
      if (counted.has(view)) return;
      counted.add(view);
      navigator.sendBeacon(`${video.src.replace(/film$/, "views")}?view=${view}&host=${host}`);
    };
    new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) return;
      observer.disconnect();
      count("shown");
    }).observe(video);
    video.onplay = () => count("begun");
    video.ontimeupdate = () => video.currentTime * 2 >= video.duration && count("half");
    video.onended = () => count("whole");
  }
})();
