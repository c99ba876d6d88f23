import { createContext } from 'react'

/**
 * Opens a page of another site from which the user comes back, by its address. The app on phones opens it in a browser of its own; the
 * context is null in browsers, where the page takes the place of this one.
 */
export const VisitContext = createContext<((address: string) => void) | null>(null)
