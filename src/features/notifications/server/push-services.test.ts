import { expect, it } from 'vitest'
import { isPushService } from './push-services.ts'

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/abc',
])('messages are sent to %s', endpoint => {
  expect(isPushService(endpoint, [])).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/?fcm.googleapis.com',
  'https://evilpush.apple.com/x',
  'https://push.apple.com/x',
  'https://a@fcm.googleapis.com/x',
  'https://fcm.googleapis.com/x#y',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://localhost/x',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  '',
])('messages are never sent to %s', endpoint => {
  expect(isPushService(endpoint, [])).toBe(false)
})

it('messages are sent to origins that the operator has configured, with exactly that port', () => {
  const configured = ['https://localhost:8443']
  expect(isPushService('https://localhost:8443/x', configured)).toBe(true)
  for (const other of [
    'https://localhost/x',
    'https://localhost:8444/x',
    'http://localhost:8443/x',
    'https://localhost:8443@evil.example/x',
  ])
    expect(isPushService(other, configured)).toBe(false)
})
