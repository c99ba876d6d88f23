import * as m from '#messages'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { CreateAccountLink } from './CreateAccountLink.tsx'
import { withReturnPath } from './session/return-path.ts'

/**
 * What a visitor does first where an account is needed: sign in or, if the site lets anyone, create an account.
 * @param path the path to return to afterwards
 * @param label of the link to the sign-in page, if it says more than "Sign in"
 */
export function SignInLinks({ path, label }: { path: string; label?: string }) {
  return (
    <>
      <ButtonLink kind="primary" href={withReturnPath('/sign-in', path)}>
        {label ?? m.ui_sign_in()}
      </ButtonLink>
      <CreateAccountLink path={path} />
    </>
  )
}
