const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2f5bc4"/><path d="M4.5 5h7l-7 6h7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The page's icon, in the page itself: without one, browsers ask for a file that the service does not have. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
