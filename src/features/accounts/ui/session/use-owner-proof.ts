import { accountSignInMethods } from '#accounts/contract/sign-in-methods.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'

/** For accounts without a password, which few are: fetched when it is needed. */
export const FetchedSignInAgain = lazyComponent(async () => (await import('./SignInAgain.tsx')).SignInAgain)

/**
 * How the user of a form proves to be the owner of the account: by the password, or, if the account has none, by having signed in just now.
 * Until it is known, the answer is that of nearly all accounts.
 */
export function useOwnerProof(): { hasPassword: boolean; needsSignIn: boolean } {
  const { result } = useMethodResult(accountSignInMethods, {})
  const hasPassword = result?.password ?? true
  return { hasPassword, needsSignIn: !hasPassword && result?.fresh === false }
}
