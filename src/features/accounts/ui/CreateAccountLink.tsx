import * as m from '#messages'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { withReturnPath } from './session/return-path.ts'

/**
 * A link to the page that creates an account, beside one to the sign-in page; nothing where sign-ups need an invitation or are closed.
 * @param path the path to return to afterwards
 * @param wide true: the link fills the width of a form
 */
export function CreateAccountLink({ path, wide = false, kind = 'quiet' }: { path: string; wide?: boolean; kind?: 'quiet' | 'plain' }) {
  if (useSiteSettings().signUps !== 'open') return null
  return (
    <ButtonLink kind={kind} wide={wide} href={withReturnPath('/sign-up', path)}>
      {m.ui_create_account()}
    </ButtonLink>
  )
}
