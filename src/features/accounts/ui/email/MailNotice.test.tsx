import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type NoMail, SiteSettingsContext } from '#platform/ui/layouts/context/site-settings-context.ts'
import { MailNotice } from './MailNotice.tsx'

const shown = (noMail: NoMail | null): string =>
  renderToStaticMarkup(
    <SiteSettingsContext value={noMail === null ? {} : { noMail }}>
      <MailNotice>We’ve sent a link to ada@example.com.</MailNotice>
    </SiteSettingsContext>,
  )

it('promises an e-mail only on a site that sends some', () => {
  expect(shown(null)).toContain('Check your email.')
  expect(shown(null)).toContain('We’ve sent a link to ada@example.com.')
  expect(shown({ contact: null })).not.toMatch(/Check your email|We’ve sent|<a /)
})

it('says on a site that sends none that it cannot, and how those are reached who can help', () => {
  expect(shown({ contact: null })).toContain('This site can’t send email.')
  expect(shown({ contact: 'desk@club.example' })).toContain('href="mailto:desk@club.example"')
  expect(shown({ contact: 'https://club.example/help' })).toContain('href="https://club.example/help"')
})
