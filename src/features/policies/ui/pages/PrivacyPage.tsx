import { SimpleShell } from '../../../accounts/ui/parts/shells.tsx'

/** What is kept, who sees it, and how to be rid of it. */
export function PrivacyPage() {
  return (
    <SimpleShell title="Privacy" width="text">
      <p>Skillshot keeps what it needs to show a scoreboard, and no more.</p>
      <h2>What everybody sees</h2>
      <p>
        Your user name, your name, your scores with their machine, time, comment and place. Choose a user name that you like others to see.
      </p>
      <h2>What only you see</h2>
      <p>Your e-mail address. It is used to let you back in, never shown to others, and never passed on.</p>
      <h2>What we cannot see</h2>
      <p>Your password. It leaves your browser as a digest, and is stored as a hash that cannot be turned back.</p>
      <h2>In your browser</h2>
      <p>No cookies. When you sign in, a token is kept in this browser’s storage until you sign out.</p>
      <h2>Taking it back</h2>
      <p>A score that you remove leaves every board at once. For anything else write to the people who run this site.</p>
    </SimpleShell>
  )
}
