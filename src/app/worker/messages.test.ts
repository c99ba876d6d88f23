import { expect, it } from 'vitest'
import { isBuildInUse, lockName, readFileList } from './messages.ts'

const old = new Set(['/main-1.js', '/style-1.css', '/font'])
const present = new Set(['/main-2.js', '/style-1.css', '/font'])

it('keeps an old build as long as a page of it is there', () => {
  expect(isBuildInUse([lockName(['/main-1.js', '/style-1.css'])], old, present)).toBe(true)
  expect(isBuildInUse([lockName(['/main-2.js', '/style-1.css'])], old, present)).toBe(false)
  expect(isBuildInUse(['skillshot-scores'], old, present)).toBe(false)
  expect(isBuildInUse([], old, present)).toBe(false)
})

it('does not keep it for a page that the present build serves as well', () => {
  expect(isBuildInUse([lockName(['/style-1.css'])], old, present)).toBe(false)
})

it('reads the files back from the name of a page’s lock, and none from another’s', () => {
  expect(readFileList(lockName(['/a', '/b']))).toEqual(['/a', '/b'])
  expect(readFileList('skillshot-scores')).toBeNull()
})
