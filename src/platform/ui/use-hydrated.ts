import { useSyncExternalStore } from 'react'

const subscribeNever = (): (() => void) => () => {}

/** False on the server and in the browser's first render, which must be equal; true from then on, when the page's script is at work. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
