import { expect, it } from 'vitest'
import { fillProviderSecrets } from './views.ts'

const STORED = {
  service: 'club',
  label: 'Club',
  preset: null,
  issuer: 'https://id.club.example',
  clientId: 'pins',
  clientSecret: 'kept',
  apple: null,
}
const { clientSecret: _, ...view } = STORED
const fill = (given: Partial<typeof STORED>) => fillProviderSecrets([{ ...view, ...given }], [STORED])[0]!.clientSecret

it('keeps the secret of a login provider that is sent without one', () => {
  expect(fill({ label: 'The Club' })).toBe('kept')
  expect(fill({ clientSecret: 'new' })).toBe('new')
})

it.each([[{ issuer: 'https://elsewhere.example' }], [{ clientId: 'other' }], [{ service: 'other' }]])(
  'keeps no secret for another client or provider: %o',
  given => {
    expect(fill(given)).toBe('')
  },
)
