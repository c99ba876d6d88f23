import { type ComponentType, useEffect, useState } from 'react'

let loaded: ComponentType | null = null

/** Fetches the not-found page's module, once. */
export async function loadNotFound(): Promise<void> {
  loaded = (await import('./NotFoundPage.tsx')).NotFoundPage
}

/** The not-found page: at once if its module is here, else as soon as it is. */
export function NotFound() {
  const [Page, setPage] = useState<ComponentType | null>(() => loaded)
  useEffect(() => {
    if (Page === null) void loadNotFound().then(() => setPage(() => loaded))
  }, [Page])
  return Page === null ? null : <Page />
}
