import { expect, it } from 'vitest'
import { titleWithSiteName } from './site-name.ts'

it('titles have the name of the site, and nothing else of them changes', () => {
  expect(titleWithSiteName('Machines · Skillshot', 'Flipper $& Club')).toBe('Machines · Flipper $& Club')
  expect(titleWithSiteName('Skillshot: pinball scores, live', 'Club')).toBe('Club: pinball scores, live')
  expect(titleWithSiteName('Skillshot', 'Club')).toBe('Club')
  expect(titleWithSiteName('Skillshot Remastered · Skillshot', 'Club')).toBe('Skillshot Remastered · Club')
  expect(titleWithSiteName('Machines · Skillshot', 'Skillshot')).toBe('Machines · Skillshot')
})
