import { type ComponentType, createContext, use } from 'react'

/** The app's not-found page. The app provides it as a context, so that a page can show it without importing the app. */
export const NotFoundContext = createContext<ComponentType>(() => null)

/** Shows the not-found page in place of a page whose data does not exist. */
export function ShowNotFound() {
  const Page = use(NotFoundContext)
  return <Page />
}
