import { useSyncExternalStore } from 'react'
import { subscribeNever } from './subscribe-never.ts'

/** False on the server and in the browser's first render, which must be equal; true from then on, when the page's script is at work. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
