import { type ComponentType, useEffect, useState } from 'react'

let loaded: ComponentType | null = null

/** Loads the module of the not-found page, once. */
export async function loadNotFound(): Promise<void> {
  loaded = (await import('./NotFoundPage.tsx')).NotFoundPage
}

/** Renders the not-found page: immediately if its module is loaded, else as soon as it is. */
export function NotFound() {
  const [Page, setPage] = useState<ComponentType | null>(() => loaded)
  useEffect(() => {
    if (Page === null) void loadNotFound().then(() => setPage(() => loaded))
  }, [Page])
  return Page === null ? null : <Page />
}
