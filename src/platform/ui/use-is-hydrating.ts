import { useSyncExternalStore } from 'react'
import { subscribeNever } from './subscribe-never.ts'

const noValue = (): null => null

/**
 * True on the server and in the browser's first render, which must be equal. Unlike `useHydrated`, it does not render the component again when
 * that is over.
 */
export function useIsHydrating(): boolean {
  let isHydrating = false
  // React asks for the server's value only then.
  useSyncExternalStore(subscribeNever, noValue, () => {
    isHydrating = true
    return null
  })
  return isHydrating
}
