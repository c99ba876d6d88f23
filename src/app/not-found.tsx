import { type ComponentType, useEffect, useState } from 'react'

/** null: not loaded yet */
export let notFoundPages: typeof import('./missing/not-found-pages.ts') | null = null

/** Loads the module of the not-found page and of the frame around private pages, once. */
export async function loadNotFound(): Promise<void> {
  notFoundPages = await import('./missing/not-found-pages.ts')
}

/** Renders the not-found page: immediately if its module is loaded, else as soon as it is. */
export function NotFound() {
  const [Page, setPage] = useState<ComponentType | null>(() => notFoundPages?.NotFoundPage ?? null)
  useEffect(() => {
    if (Page === null) void loadNotFound().then(() => setPage(() => notFoundPages!.NotFoundPage))
  }, [Page])
  return Page === null ? null : <Page />
}
