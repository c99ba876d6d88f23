import { describe, expect, it } from 'vitest'
import { kioskPath } from '#platform/text/kiosk-path.ts'
import { kioskCookie } from './kiosk-lock.ts'

describe('the cookie of a kiosk', () => {
  it('names the only page that the device may show, among other cookies', () => {
    const [cookie] = kioskCookie('/events/0199-Ab_c/kiosk', true).split(';')
    for (const cookies of [cookie!, `locale=de; ${cookie}`, `${cookie}; locale=de`, `a=1;${cookie}`])
      expect(kioskPath(cookies)).toBe('/events/0199-Ab_c/kiosk')
  })

  it('leads to no other site and to no other page', () => {
    for (const path of [
      '//evil.example/a/kiosk',
      'https://evil.example/kiosk',
      '/events/1',
      '/admin/users',
      '/a/b/c/kiosk',
      '/events/1/kiosk/x',
    ])
      expect(kioskPath(`kiosk=${path}`), path).toBe(null)
    expect(kioskPath('notkiosk=/events/1/kiosk')).toBe(null)
    expect(kioskPath('')).toBe(null)
  })

  it('is gone when the kiosk is left', () => {
    expect(kioskCookie(null, false)).toContain('max-age=0')
    expect(kioskPath('kiosk=')).toBe(null)
  })
})
