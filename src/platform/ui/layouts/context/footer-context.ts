import { createContext, type ReactNode } from 'react'

/** Additional content of the footer, after the site's links. */
export const FooterContext = createContext<ReactNode>(null)
