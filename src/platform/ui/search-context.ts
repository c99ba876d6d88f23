import { createContext, type ReactNode } from 'react'

/** The box in the app's layout that looks for anything, of a feature above all that show that layout. */
export const SearchContext = createContext<ReactNode>(null)
