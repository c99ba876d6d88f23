import { ConnectionBanner } from './ConnectionBanner.tsx'
import { SimpleLayout, type SimpleLayoutProps } from './SimpleLayout.tsx'
import { type Titled, useTitle } from './use-title.ts'

/** The simple layout around a form or a text. */
export function SimpleShell({ pageTitle, ...props }: SimpleLayoutProps & Titled) {
  useTitle({ pageTitle })
  return <SimpleLayout {...props} banner={<ConnectionBanner />} />
}
