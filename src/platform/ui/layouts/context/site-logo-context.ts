import { createContext } from 'react'

/** The address of the site's own logo; null: it has none. */
export const SiteLogoContext = createContext<string | null>(null)
