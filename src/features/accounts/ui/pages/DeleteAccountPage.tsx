import { useState } from 'react'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { EmptyState } from '../../../../platform/ui/EmptyState.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { DeleteForm } from '../DeleteForm.tsx'
import { ExportButton } from '../ExportButton.tsx'
import { Outcome } from '../parts/Outcome.tsx'
import { ScriptNeeded } from '../parts/ScriptNeeded.tsx'
import { SignedIn } from '../parts/SignedIn.tsx'
import { SimpleShell } from '../parts/shells.tsx'
import styles from './pages.module.css'

/** The end of an account: first one's own copy of everything, then the choice what becomes of the scores, then the last word. */
export function DeleteAccountPage() {
  const [gone, setGone] = useState(false)
  if (gone) {
    return (
      <SimpleShell pageTitle="Goodbye · Skillshot">
        <Outcome>
          <EmptyState
            page
            title="Your account is deleted. Goodbye, and thank you for playing."
            action={
              <ButtonLink kind="primary" href="/">
                Latest scores
              </ButtonLink>
            }
          >
            You are signed out everywhere. If you ever want to come back, a new account is made in a minute.
          </EmptyState>
        </Outcome>
      </SimpleShell>
    )
  }
  return (
    <SimpleShell title="Delete your account">
      <ScriptNeeded what="Deleting your account" />
      <SignedIn path="/account/delete" words="Then you can take your data with you, and delete your account.">
        {() => (
          <>
            <section className={styles.stack}>
              <h2>First, take your data with you</h2>
              <p>Your profile, your scores and your pictures in one file. Afterwards nobody can make it any more.</p>
              <ExportButton />
            </section>
            <section className={styles.stretched}>
              <h2>Then, say goodbye</h2>
              <DeleteForm onGone={() => setGone(true)} />
            </section>
            <p className={styles.other}>
              <Link href="/account">Keep my account</Link>
            </p>
          </>
        )}
      </SignedIn>
    </SimpleShell>
  )
}
