(() => {
  const video = document.querySelector("video");
  const counted = new Set();
  const host = window === top || !document.referrer ? "" : new URL(document.referrer).host;
  const count = (view) => {
    if (counted.has(view)) return;
    counted.add(view);
    navigator.sendBeacon(`${video.dataset.views}?view=${view}&host=${host}`);
  };
  new IntersectionObserver(([entry], observer) => {
    if (!entry.isIntersecting) return;
    observer.disconnect();
    count("shown");
  }).observe(video);
  video.onplay = () => count("begun");
  video.ontimeupdate = () => video.currentTime * 2 >= video.duration && count("half");
  video.onended = () => count("whole");
})();
