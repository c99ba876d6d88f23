import { expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#platform/settings/settings-schema.ts'
import { collectSettings } from './use-settings.ts'

const documents = Object.entries(DEFAULT_SETTINGS).map(([_id, value]) => ({ _id, value, source: 'default' as const }))

it('there are no settings until the last of their documents has come', () => {
  for (let count = 0; count < documents.length; count++) expect(collectSettings(documents.slice(0, count) as never)).toBe(null)
  expect(collectSettings(documents as never)).toMatchObject({ name: { value: 'Skillshot', source: 'default' } })
})
