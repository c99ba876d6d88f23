import { expect, it } from 'vitest'
import { parseLinks } from './parse-links.ts'

it('reads a name and an address from each line, and leaves out empty lines', () => {
  expect(parseLinks(' Mastodon https://pinball.example/@club \n\nOur forum  https://forum.example')).toEqual([
    { text: 'Mastodon', href: 'https://pinball.example/@club' },
    { text: 'Our forum', href: 'https://forum.example' },
  ])
})

it('keeps a line without a name, so that the server says what is wrong with it', () => {
  expect(parseLinks('https://forum.example')).toEqual([{ text: '', href: 'https://forum.example' }])
})
