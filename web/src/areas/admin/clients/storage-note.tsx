/** The whole of the storage is known to who hosts it; what we count stands in each line. */
export function StorageNote() {
  return (
    <p role="note" className="max-w-[78ch] text-sm leading-snug text-muted">
      Storage usage has to be looked up in the hosting backend's own dashboard. The storage beside each client
      is our own count of its videos.
    </p>
  );
}
