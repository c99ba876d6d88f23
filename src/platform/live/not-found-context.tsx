import { type ComponentType, createContext, use } from 'react'

/** What the app shows where there is nothing: provided by it, so that a page can say so without knowing it. */
export const MissingContext = createContext<ComponentType>(() => null)

/** The not-found page in place of a page whose data is not there. */
export function Missing() {
  const Page = use(MissingContext)
  return <Page />
}
