import { createContext } from 'react'

/** Puts a title above the page: the given one, or null for that of the address, made of what is known by now. */
export type ShowTitle = (title: string | null) => void

/** undefined where there is no window to give a title to */
export const TitleContext = createContext<ShowTitle | undefined>(undefined)
