import { createContext, type ReactNode } from 'react'

/** Panels of one's own account, of features above the one that has its page. */
export const AccountPanelsContext = createContext<ReactNode>(null)
