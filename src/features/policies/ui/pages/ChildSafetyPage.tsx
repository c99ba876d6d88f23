import { SimpleShell } from '../../../accounts/ui/parts/shells.tsx'

/** The child-safety policy (CSAE). */
export function ChildSafetyPage() {
  return (
    <SimpleShell title="Child safety" width="text">
      <p>
        Skillshot is a place for pinball scores. Sexual abuse or exploitation of children, in words or in pictures, has no place here and is
        never tolerated.
      </p>
      <h2>What we do</h2>
      <p>
        What breaks this rule is removed as soon as we know of it, the account is closed, and it is reported to the authorities that the law
        names.
      </p>
      <h2>What you can do</h2>
      <p>If you see something that endangers a child, tell the people who run this site at once; in an emergency call the police first.</p>
    </SimpleShell>
  )
}
