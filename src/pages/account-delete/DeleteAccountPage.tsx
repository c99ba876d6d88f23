import { useState } from 'react'
import styles from '#accounts/ui/account-forms.module.css'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { FormResult } from '#platform/ui/form/FormResult.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { DeleteForm } from './DeleteForm.tsx'
import { ExportButton } from './ExportButton.tsx'

/** Deletes the account: first the export of all data, then the choice what happens to the scores, then the confirmation. */
export function DeleteAccountPage() {
  const [isDeleted, setIsDeleted] = useState(false)
  if (isDeleted) {
    return (
      <SimpleShell pageTitle={m.accounts_delete_gone_head()}>
        <FormResult>
          <EmptyState
            page
            title={m.accounts_delete_gone()}
            action={
              <ButtonLink kind="primary" href="/">
                {m.ui_latest_scores()}
              </ButtonLink>
            }
          >
            {m.accounts_delete_gone_note()}
          </EmptyState>
        </FormResult>
      </SimpleShell>
    )
  }
  return (
    <SimpleShell title={m.accounts_delete_title()}>
      <NoScriptNotice purpose={m.accounts_delete_needs()} />
      <RequireLogin path="/account/delete" reason={m.accounts_delete_words()}>
        {() => (
          <>
            <section className={cx(layout.stack4, styles.stack)}>
              <h2>{m.accounts_delete_first()}</h2>
              <p>{m.accounts_delete_first_note()}</p>
              <ExportButton />
            </section>
            <section className={layout.stack4}>
              <h2>{m.accounts_delete_title()}</h2>
              <DeleteForm onDeleted={() => setIsDeleted(true)} />
            </section>
            <p className={styles.other}>
              <Link href="/account">{m.accounts_keep()}</Link>
            </p>
          </>
        )}
      </RequireLogin>
    </SimpleShell>
  )
}
