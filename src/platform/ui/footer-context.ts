import { createContext, type ReactNode } from 'react'

/** What stands in the footer besides the site's own links. */
export const FooterContext = createContext<ReactNode>(null)
