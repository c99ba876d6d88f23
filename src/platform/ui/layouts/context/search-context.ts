import { createContext, type ReactNode } from 'react'

/** The search box of the app's layout. It comes by context because its feature is above the features that use the layout. */
export const SearchContext = createContext<ReactNode>(null)
