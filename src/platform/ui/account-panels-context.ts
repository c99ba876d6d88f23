import { createContext, type ReactNode } from 'react'

/** Further panels of the account page, from features above the one that owns the page. */
export const AccountPanelsContext = createContext<ReactNode>(null)
