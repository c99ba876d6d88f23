import { describe, expect, test } from 'vitest'
import { type Click, pathInApp } from './navigate.ts'

const page = 'https://skillshot.example/machines/afm?window=week#board'
const click: Click = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false }

describe('a click on a link', () => {
  test('plain, to a page of this site: the app goes there', () => {
    expect(pathInApp(click, { href: '/scores/s1' }, page)).toBe('/scores/s1')
    expect(pathInApp(click, { href: '?window=day' }, page)).toBe('/machines/afm?window=day')
    expect(pathInApp(click, { href: 'https://skillshot.example/events#live' }, page)).toBe('/events#live')
    expect(pathInApp(click, { href: '/scores/s1', target: '_self' }, page)).toBe('/scores/s1')
  })

  test.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'] as const)('with %s: the browser does what it always does', key => {
    expect(pathInApp({ ...click, [key]: true }, { href: '/scores/s1' }, page)).toBeNull()
  })

  test('with another button, or already handled', () => {
    expect(pathInApp({ ...click, button: 1 }, { href: '/scores/s1' }, page)).toBeNull()
    expect(pathInApp({ ...click, defaultPrevented: true }, { href: '/scores/s1' }, page)).toBeNull()
  })

  test('to elsewhere, into another window, to a file', () => {
    expect(pathInApp(click, { href: 'https://elsewhere.example/scores/s1' }, page)).toBeNull()
    expect(pathInApp(click, { href: 'mailto:someone@example.org' }, page)).toBeNull()
    expect(pathInApp(click, { href: '/scores/s1', target: '_blank' }, page)).toBeNull()
    expect(pathInApp(click, { href: '/events/e1/results.csv', download: '' }, page)).toBeNull()
    expect(pathInApp(click, { href: 'http://[broken' }, page)).toBeNull()
  })

  test('to a place on the same page: the browser scrolls', () => {
    expect(pathInApp(click, { href: '#main' }, page)).toBeNull()
  })
})
