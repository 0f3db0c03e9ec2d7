import { lists } from '@academy/contract/lists/lists.ts'
import { bodies } from '../families.ts'
import { classSamples } from './class-samples.ts'
import type { World } from './documents.ts'
import { listBody } from './list-body.ts'
import { next, nextNumber } from './next.ts'

const member = (world: World) => ({
  ...bodies(world).adult(),
  kind: 'adult',
  chName: '陈伟明',
  tmNo: 'TM 1',
  phoneNo: '0123456789',
  memberType: world.memberType,
  belt: world.belt,
  school: 'SJKC Sample',
  schoolClass: '6A',
  address: '1, Jalan Sample',
  medical: 'Asthma',
  note: 'Left-handed',
  mainIDs: null,
  parents: null,
  wallet: null,
  walletWas: null,
  isDisable: false,
  children: null,
})

const family = (world: World) => ({
  ...bodies(world).parent(),
  kind: 'parent',
  children: [{ ...bodies(world).kid(), chName: '小明', belt: world.belt }],
})

const contact = () => ({
  name: next('Uncle'),
  relationship: 'Uncle',
  phoneNo: '0123456789',
  email: 'uncle@example.com',
  isDisable: false,
})

const user = (world: World) => ({
  username: next('user'),
  password: 'Passw0rd-sample',
  email: `user${nextNumber()}@example.com`,
  userGroup: world.group,
  isCenter: true,
  centreIncharge: [world.centre],
  coachRelated: null,
  accessRight: [],
  isDisable: false,
})

const userGroup = () => ({
  role: next('Group'),
  permissions: { belt: ['view', 'edit'] },
  isDisable: false,
  secondFactorRequired: false,
})

const adjustment = (world: World) => ({
  date: '2026-11-20',
  member: world.adult,
  reason: next('Reason'),
  adjustCredit: 10,
  approvedBy: null,
})

const evening = (world: World) => ({
  day: '2026-11-20',
  closes: [
    {
      coach: world.coach,
      payments: [world.openCash],
      returned: [],
      counted: '90.00',
      remark: 'A note is missing',
      expected: null,
    },
  ],
})

const answered = { id: 'AA', rawId: 'AA', type: 'public-key' }
const proof = () => ({
  ticket: next('ticket'),
  code: '123456',
  passkey: { ...answered, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } },
})

const academySaid = () => ({
  hex: '#8a1c2c',
  companyName: 'Academy',
  registration: '202601000001',
  address: '12 Jalan Besar',
  phone: null,
  creditPrice: '1.00',
  lowBalance: 50,
  language: 'ms',
})

/** A body that its endpoint accepts, with every field it knows; each call creates another one. */
export const samples: Record<string, (world: World) => unknown> = {
  ...Object.fromEntries(
    lists.flatMap((list) => {
      const body = (world: World) => listBody(list, world)
      return [
        [`POST /${list.name}`, body],
        [`PUT /${list.name}/:id`, body],
      ]
    }),
  ),
  'POST /auth/login': () => ({ username: next('nobody'), password: 'Passw0rd-sample' }),
  'POST /auth/refresh': () => ({ refreshToken: 'x'.repeat(43) }),
  'POST /auth': () => ({
    email: `clerk${nextNumber()}@example.com`,
    current: 'correct_horse_1',
    username: null,
    password: null,
  }),
  'PUT /auth/password': () => ({ current: 'correct_horse_1', password: 'correct_horse_1' }),
  'POST /auth/forgot-password': () => ({ email: 'nobody@example.com' }),
  'POST /auth/reset-password': () => ({ reset_code: next('code'), password: 'Passw0rd-sample' }),
  'POST /view': () => ({
    list: '/belt/listing Belt Color',
    name: next('View'),
    search: { sort: '-name' },
    hidden: [],
    isShared: false,
  }),
  'POST /member/:id/message': () => ({
    ...{ kind: 'balance', channel: 'whatsapp', language: 'en', text: next('Message') },
    about: 'which',
  }),
  'PUT /e-invoice/supplier': () => ({
    tin: 'C1234567890',
    registrationKind: 'BRN',
    registrationNumber: '202601000001',
    sst: null,
    msic: '85412',
    activity: 'Martial arts instruction',
    address1: '12 Jalan Besar',
    address2: null,
    address3: null,
    postcode: '40170',
    city: 'Shah Alam',
    state: '10',
    telephone: '+60312345678',
    email: null,
    classification: '004',
    taxType: 'E',
    exemption: 'Order 2026',
  }),
  'PUT /brand': academySaid,
  'POST /brand/preview': academySaid,
  'POST /brand/background/preview': () => ({}),
  'PUT /mail-server': () => ({
    host: '127.0.0.1',
    security: 'none',
    port: 9,
    username: 'portal',
    password: 'Passw0rd-sample',
    sender: 'portal@example.com',
  }),
  'POST /mail-server/test': () => ({ email: 'nobody@example.com' }),
  'PUT /brand/background': () => ({}),
  'PUT /dashboard/alerts/seen': () => ({ upTo: 1 }),
  'POST /auth/second-factor': proof,
  'POST /auth/factors/confirmation': proof,
  'POST /auth/factors/passkey': () => ({ password: 'correct_horse_1' }),
  'POST /auth/factors/passkey/confirmation': () => ({
    ticket: next('ticket'),
    name: 'Blue key',
    passkey: { ...answered, response: { clientDataJSON: 'AA', attestationObject: 'AA', transports: ['usb'] } },
  }),
  'POST /auth/factors/totp': () => ({ password: 'correct_horse_1' }),
  'POST /auth/factors/totp/confirmation': () => ({ ticket: next('ticket'), name: 'My phone', code: '123456' }),
  'POST /user': user,
  'PUT /user/:id': user,
  'POST /user-group': userGroup,
  'PUT /user-group/:id': userGroup,
  'POST /member': member,
  'POST /member/import/excel': () => ({ confirmed: ['0123456789ab'] }),
  'PUT /member/:id': (world) => ({ ...member(world), password: undefined }),
  'POST /member/:id/emergency-contact': contact,
  'PUT /member/:id/emergency-contact/:cid': contact,
  'PUT /expiration/:id': () => ({ expirationDate: '2027-06-30' }),
  'PUT /point-adjust/move/parent-expiration': (world) => ({ from: world.parent, to: world.child }),
  'POST /point-adjust/mail/all-member/codes': () => ({ password: 'correct_horse_1' }),
  'POST /member/password': () => ({ code: next('code'), password: 'Passw0rd-sample' }),
  'PUT /point-adjust/update/all-member/password': () => ({ password: 'correct_horse_1' }),
  'POST /payment': (world) => ({
    memberId: world.adult,
    package: world['credit-package'],
    coachReceived: world.coach,
    paymentType: 'Cash',
    knows: null,
  }),
  'POST /payment/rehearse': (world) => ({
    action: 'order',
    memberId: world.adult,
    package: world['credit-package'],
    coachReceived: world.coach,
    paymentType: 'Cash',
    knows: null,
  }),
  'POST /payment/checkout': (world) => ({
    memberId: world.adult,
    package: world['credit-package'],
    coachReceived: world.coach,
    knows: null,
  }),
  'POST /payment/checkout/confirm': (world) => ({
    payment_id: world.payment,
    order_id: 'order_1',
    provider_payment_id: 'pay_1',
    signature: 'a'.repeat(64),
  }),
  'PUT /payment/withdraw/:id': () => ({ reason: 'Paid in cash instead' }),
  'PUT /payment/refund/:id': () => ({ done: true }),
  'POST /payment/webhook': () => ({ event: 'payment.captured' }),
  'PUT /payment/direct/:id': () => ({ isPay: true, isRejected: false }),
  'PUT /payment/verify': (world) => ({ ids: [world.payment] }),
  'POST /cash-close': (world) => ({
    day: '2026-11-20',
    coach: world.coach,
    payments: [world.payment],
    returned: [],
    counted: '1000.00',
    pieces: { '100.00': 10 },
    remark: 'Counted twice',
    expected: null,
  }),
  'POST /month-end': () => ({ month: '2020-02', remark: 'Before the portal' }),
  'POST /cash-close/evening': evening,
  'POST /cash-close/evening/rehearse': evening,
  'POST /cash-close/:id/correction': () => ({ counted: '-5.00', remark: 'A false note' }),
  'POST /notify-details': () => ({ notifyType: 'payment', notifyTitle: next('Title'), notifyMsg: 'Please call us.' }),
  'POST /notify-user': (world) => ({ details: world['notify-details'], userID: world.adult }),
  'POST /credit-adjust': adjustment,
  'PUT /credit-adjust/:id': adjustment,
  'PUT /payment/cancel/:id': () => ({ reason: 'Paid twice' }),
  ...classSamples,
}

/** Further bodies of the same endpoints, with parts that the first one excludes. */
export const furtherSamples: Record<string, { part: string; body: (world: World) => unknown }> = {
  'POST /member': { part: 'children', body: family },
  'POST /attendance/take/:class': {
    part: '0',
    body: (world) => [
      { member: world.child, status: 'P', creditType: 'normal', creditMinus: 10, walletMember: world.parent },
    ],
  },
}
