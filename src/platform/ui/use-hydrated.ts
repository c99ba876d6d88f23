import { useSyncExternalStore } from 'react'

const never = (): (() => void) => () => {}

/** False on the server and in the browser's first render, which must be equal; true from then on, when the page's script is at work. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
