import { createContext } from 'react'

/** Sets the document's title. Null stands for the route's own title, made from the data that has been loaded so far. */
export type ShowTitle = (title: string | null) => void

/** Undefined if there is no window, as on the server. */
export const TitleContext = createContext<ShowTitle | undefined>(undefined)
