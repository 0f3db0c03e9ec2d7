import type { PermissionMap } from '@academy/contract/platform/permission.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Change } from './audit/audit.ts'

/** `YYYY-MM-DD` */
export type Day = string
/** `HH:mm` */
export type TimeOfDay = string
/** ISO text */
export type Instant = string
/** Exact, with the digits of its column, as text: `12.50`. */
export type Decimal = string
type Shades = Record<'fill' | 'hover' | 'on' | 'ink' | 'link' | 'tint' | 'line', string>
type ProofFinding = { name: string; count: number; note: string | null; fault: { row: string; problem: string } | null }

/** The tables as the migrations leave them. Written by `npm run schema`, never by hand. */
export interface Schema {
  alertMail: {
    kind: string
    position: string
    at: Instant
  }
  alertSeen: {
    userId: string
    position: string
  }
  announcement: {
    id: string
    rowVersion: Generated<string>
    title: string
    content: string
    expiredDate: Day | null
    picture: string | null
    version: Generated<number>
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  attendance: {
    id: string
    rowVersion: Generated<string>
    class: string
    course: string
    member: string
    enrolment: string | null
    walletMember: string
    creditType: 'special' | 'normal2' | 'normal' | 'free' | 'trial1' | 'trial2'
    status: 'P' | 'A'
    classDate: Day
    checkIn: TimeOfDay | null
    checkOut: TimeOfDay | null
    creditMinus: number
    outstanding: Generated<boolean>
    version: Generated<number>
    entry: string | null
    takenBy: string | null
    takenByName: string
    createdAt: Instant
    updatedAt: Instant
    settlement: string | null
  }
  auditHead: {
    one: Generated<boolean>
    position: string
    hash: Buffer
  }
  auditPending: {
    id: GeneratedAlways<string>
    entries: ColumnType<unknown, string, string>
  }
  auditRecord: {
    id: string
    position: string
    at: Instant
    userId: string | null
    username: string
    section: string
    docType: string
    docId: string | null
    action: string
    description: string
    changeFrom: ColumnType<Change[], string | undefined, string>
    changeTo: ColumnType<Change[], string | undefined, string>
    requestId: string | null
    previous: Buffer
    hash: Buffer
    seal: string | null
    mac: string | null
    salt: string | null
  }
  backgroundJob: {
    name: string
    nextAt: Instant
    heldBy: string | null
    heldUntil: Instant | null
    startedAt: Instant | null
    finishedAt: Instant | null
    succeededAt: Instant | null
    isFailed: Generated<boolean>
    result: string | null
    knownSince: Generated<Instant>
    isPossible: Generated<boolean>
    details: ColumnType<unknown, string | null, string | null>
  }
  belt: {
    id: string
    rowVersion: Generated<string>
    beltColor: string
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  booksProof: {
    id: string
    night: Day | null
    byUser: string | null
    byName: string
    version: string
    startedAt: Instant
    finishedAt: Instant | null
    findings: ColumnType<ProofFinding[] | null, string | null, string | null>
    checks: number | null
    faults: number | null
  }
  brand: {
    isOnly: Generated<boolean>
    rowVersion: Generated<string>
    hex: string | null
    palette: ColumnType<Record<'light' | 'dark', Shades> | null, string | null, string | null>
    picture: string | null
    print: Buffer | null
    updatedAt: Generated<Instant>
    companyName: string | null
    registration: string | null
    address: string | null
    phone: string | null
    creditPrice: number | null
    lowBalance: number | null
    background: string | null
    backgroundPrint: Buffer | null
    language: 'en' | 'ms' | 'zh' | null
  }
  cancelledDate: {
    courseYear: string
    date: Day
  }
  cardEvent: {
    id: string
    event: string
    providerOrder: string | null
    at: Instant
  }
  cardOrder: {
    payment: string
    provider: string
    providerOrder: string
    amount: number
    currency: string
    token: string
    state: Generated<'open' | 'paid' | 'ended'>
    providerPayment: string | null
    problem: string | null
    declinedAt: Instant | null
    createdAt: Instant
    updatedAt: Instant
  }
  cardRefund: {
    id: string
    payment: string
    provider: string
    providerPayment: string
    amount: number
    currency: string
    reason: string
    createdAt: Instant
    doneAt: Instant | null
    doneBy: string | null
    doneByName: string | null
  }
  cashClose: {
    id: string
    number: string
    year: number
    runningNo: number
    day: Day
    coach: string
    coachName: string
    corrects: string | null
    expected: Decimal
    counted: Decimal
    pieces: ColumnType<Record<string, number> | null, string | null, string | null>
    remark: string | null
    leftPayments: number
    leftAmount: Decimal
    closedByUser: string | null
    closedByName: string
    closedAt: Instant
    evening: string | null
  }
  cashCloseLine: {
    close: string
    payment: string
    kind: 'received' | 'returned'
    amount: Decimal
    verifiedHere: boolean
  }
  cashCloseSeries: {
    year: number
    last: number
  }
  cashEvening: {
    id: string
    number: string
    day: Day
    closes: number
    expected: Decimal
    counted: Decimal
    closedByUser: string | null
    closedByName: string
    closedAt: Instant
  }
  centre: {
    id: string
    rowVersion: Generated<string>
    description: string
    username: string | null
    state: string | null
    picture: string | null
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  class: {
    id: string
    rowVersion: Generated<string>
    courseYear: string
    course: string
    date: Day
    starts: TimeOfDay
    ends: TimeOfDay
    isReplacement: Generated<boolean>
    replacementDate: Day | null
    isAttendanceTaken: Generated<boolean>
    remark: string | null
    createdAt: Instant
    updatedAt: Instant
  }
  classInstructor: {
    class: string
    coach: string
    isMain: boolean
    position: number
  }
  coach: {
    id: string
    rowVersion: Generated<string>
    name: string
    designation: string
    email: string
    mobileNo: string | null
    bankName: string | null
    bankAccName: string | null
    bankAccNo: string | null
    address1: string | null
    address2: string | null
    address3: string | null
    picture: string | null
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  coachRate: {
    id: string
    rowVersion: Generated<string>
    coach: string
    course: string | null
    isMain: boolean
    kind: 'head' | 'class' | 'share'
    amount: number
    since: Day
    createdAt: Instant
    updatedAt: Instant
  }
  course: {
    id: string
    rowVersion: Generated<string>
    name: string
    picture: string | null
    sport: string | null
    courseType: string | null
    centre: string | null
    normal: number
    normal2: number
    special: number | null
    free: number | null
    unlimited: Generated<boolean>
    starts: TimeOfDay | null
    ends: TimeOfDay | null
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  courseInstructor: {
    course: string
    coach: string
    isMain: boolean
    position: number
  }
  courseType: {
    id: string
    rowVersion: Generated<string>
    description: string
    picture: string | null
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  courseYear: {
    id: string
    course: string
    year: number
    day: number
    starts: TimeOfDay
    ends: TimeOfDay
    createdAt: Instant
    updatedAt: Instant
  }
  courseYearInstructor: {
    courseYear: string
    coach: string
    isMain: boolean
    position: number
  }
  creditAdjustment: {
    id: string
    rowVersion: Generated<string>
    docNo: string
    date: Day
    member: string
    reason: string
    adjustCredit: number
    status: Generated<'Pending' | 'Approved' | 'Deleted'>
    createdByUser: string | null
    createdByName: string
    approvedByUser: string | null
    approvedByName: string | null
    approvedAt: Instant | null
    createdAt: Instant
    updatedAt: Instant
  }
  creditPackage: {
    id: string
    rowVersion: Generated<string>
    code: string
    title: string
    description: string
    credit: number
    addition: number | null
    duration: number
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  designation: {
    id: string
    rowVersion: Generated<string>
    designation: string
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  documentFormat: {
    id: string
    rowVersion: Generated<string>
    type: string
    format: string
    runningNo: number
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  eInvoiceSupplier: {
    isOnly: Generated<boolean>
    rowVersion: Generated<string>
    tin: string | null
    registrationKind: string | null
    registrationNumber: string | null
    sst: string | null
    msic: string | null
    activity: string | null
    address1: string | null
    address2: string | null
    address3: string | null
    postcode: string | null
    city: string | null
    state: string | null
    telephone: string | null
    email: string | null
    classification: string | null
    taxType: string | null
    exemption: string | null
    updatedAt: Generated<Instant>
  }
  emergencyContact: {
    id: string
    rowVersion: Generated<string>
    member: string
    name: string
    relationship: string | null
    phoneNo: string
    email: string | null
    isDisable: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  enrolment: {
    id: string
    rowVersion: Generated<string>
    member: string
    course: string
    creditType: 'special' | 'normal2' | 'normal' | 'free' | 'trial1' | 'trial2'
    credit: number
    remark: string | null
    walletMember: string
    isDisable: Generated<boolean>
    isDone: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  exportProgress: {
    process: string
    at: Instant
    exports: ColumnType<unknown, string, string>
  }
  holiday: {
    id: string
    rowVersion: Generated<string>
    year: number
    holiday: ColumnType<{ holidayName: string; date: Day }[], string | undefined, string>
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  idempotentAnswer: {
    userId: string
    key: string
    requestHash: string
    status: number
    answer: ColumnType<unknown, string, string>
    at: Instant
  }
  knownDevice: {
    tokenHash: Buffer
    userId: string
    lastUsed: Instant
  }
  letterheadPicture: {
    digest: string
    bytes: Buffer
  }
  mailServer: {
    isOnly: Generated<boolean>
    rowVersion: Generated<string>
    host: string | null
    port: number | null
    security: 'tls' | 'starttls' | 'none' | null
    username: string | null
    password: Buffer | null
    sender: string | null
    updatedAt: Generated<Instant>
  }
  member: {
    id: string
    rowVersion: Generated<string>
    kind: 'adult' | 'parent' | 'child'
    name: string
    chName: string | null
    dob: Day | null
    icNo: string | null
    tmNo: string | null
    email: string | null
    password: string | null
    gender: 'Male' | 'Female' | null
    nationality: string | null
    phoneNo: string | null
    address: string | null
    school: string | null
    schoolClass: string | null
    medical: string | null
    note: string | null
    picture: string | null
    memberType: string | null
    belt: string | null
    coachIncharge: string | null
    relationship: string | null
    isDisable: Generated<boolean>
    isIndependent: boolean
    isProtected: Generated<boolean>
    isDeleted: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
    parentNames: Generated<string>
    searchText: GeneratedAlways<string | null>
    searchParts: GeneratedAlways<string[] | null>
    parentParts: GeneratedAlways<string[] | null>
  }
  memberImport: {
    id: string
    at: Instant
    byUser: string | null
    byName: string
    file: string
    created: number
    updated: number
    undoneAt: Instant | null
    undoneByName: string | null
    removed: number | null
    restored: number | null
    remaining: number | null
  }
  memberImportRow: {
    import: string
    row: number
    member: string
    isNew: boolean
    before: ColumnType<unknown, string, string>
    after: ColumnType<unknown, string, string>
  }
  memberMessage: {
    id: string
    member: string
    kind: 'owed' | 'moved' | 'expiring' | 'low' | 'link' | 'receipt' | 'balance'
    channel: 'whatsapp' | 'mail'
    language: 'en' | 'ms' | 'zh'
    text: string
    at: Instant
    byUser: string | null
    byName: string
    about: string | null
  }
  memberParent: {
    child: string
    parent: string
  }
  memberPasswordCode: {
    member: string
    codeHash: Buffer
    expires: Instant
  }
  memberType: {
    id: string
    rowVersion: Generated<string>
    memberType: string
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  monthBalance: {
    month: Day
    member: string
    balance: number
  }
  monthClose: {
    id: string
    month: Day
    creditPrice: number
    leftOpen: ColumnType<unknown, string, string>
    remark: string | null
    closedByUser: string | null
    closedByName: string
    closedAt: Instant
  }
  monthClosing: {
    id: string
    month: Day
    until: Instant
  }
  monthFile: {
    id: string
    close: string
    name: string
    coach: string | null
    bytes: Buffer
    digest: string
  }
  monthSettlement: {
    close: string
    coach: string
    month: Day
    classes: number
    heads: number
    credits: number
    amount: string
  }
  monthStart: {
    month: Day
    at: Instant
    notedAt: Generated<Instant>
    isKept: Generated<boolean>
  }
  newcomer: {
    id: string
    rowVersion: Generated<string>
    class: string
    course: string
    classDate: Day
    name: string
    phoneNo: string
    creditType: 'special' | 'normal2' | 'normal' | 'free' | 'trial1'
    creditMinus: number
    payer: string | null
    takenBy: string | null
    takenByName: string
    createdAt: Instant
  }
  notice: {
    id: string
    member: string
    type: string
    title: string
    message: string
    at: Instant
    details: string | null
    settledBy: string | null
    posted: string | null
  }
  noticeDetails: {
    id: string
    type: string
    title: string
    message: string
    at: Instant
  }
  outboxMail: {
    id: string
    at: Instant
    toAddress: string
    subject: string
    body: string
    userId: string | null
  }
  paperToWrite: {
    document: string
    kind: string
  }
  passwordReset: {
    id: string
    userId: string
    codeHash: Buffer
    expires: Instant
    createdAt: Instant
  }
  payment: {
    id: string
    orderNo: string
    receiptNo: string | null
    member: string
    package: string
    packageCode: string
    packageTitle: string
    description: string
    duration: number
    addition: number
    creditPurchase: number
    amount: Decimal
    paymentType: 'Cash' | 'Direct'
    coachReceived: string | null
    isPay: Generated<boolean>
    isRejected: Generated<boolean>
    isCancelled: Generated<boolean>
    isDisable: Generated<boolean>
    createdByUser: string | null
    createdByName: string
    verifiedBy: string | null
    verifiedByName: string | null
    rejectedAt: Instant | null
    cancelledAt: Instant | null
    expiredDate: Day | null
    expiryBefore: Day | null
    cancelReason: string | null
    dateTime: Instant
    createdAt: Instant
    updatedAt: Instant
    receiptToken: Generated<string>
    replaces: string | null
    rowVersion: Generated<string>
  }
  pendingClass: {
    id: string
    courseYear: string
    date: Day
    starts: TimeOfDay
    ends: TimeOfDay
    remark: string | null
    holiday: string | null
  }
  pendingClassInstructor: {
    pendingClass: string
    coach: string
    isMain: boolean
    position: number
  }
  pendingReplacement: {
    courseYear: string
    date: Day
    starts: TimeOfDay
    ends: TimeOfDay
    remark: string | null
    holiday: string | null
  }
  pendingReplacementInstructor: {
    courseYear: string
    date: Day
    coach: string
    isMain: boolean
    position: number
  }
  receipt: {
    payment: string
    number: string
    amount: Decimal
    payer: string
    children: string[]
    content: string
    digest: string
    logo: string | null
    background: string | null
    writtenAt: Instant
    isLater: boolean
  }
  receiptToWrite: {
    payment: string
  }
  recoveryCode: {
    codeHash: Buffer
    userId: string
  }
  relationship: {
    id: string
    rowVersion: Generated<string>
    relationship: string
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  sandboxKey: {
    one: Generated<boolean>
    keyId: string
    keySecret: string
    webhookSecret: string
  }
  sandboxOrder: {
    id: string
    amount: number
    currency: string
    receipt: string | null
    status: Generated<'created' | 'attempted' | 'paid'>
    attempts: Generated<number>
    createdAt: Instant
  }
  sandboxPayment: {
    id: string
    orderId: string
    amount: number
    currency: string
    status: 'authorized' | 'captured' | 'failed'
    createdAt: Instant
  }
  savedView: {
    id: string
    owner: string
    list: string
    name: string
    search: ColumnType<Record<string, string>, string, string>
    hidden: string[]
    sharedWith: string | null
    updatedAt: Instant
  }
  secondFactor: {
    id: string
    userId: string
    kind: 'passkey' | 'totp'
    name: string
    credentialId: string | null
    publicKey: Buffer | null
    counter: Generated<string>
    transports: Generated<string[]>
    secret: Buffer | null
    createdAt: Instant
    lastUsed: Instant | null
  }
  secondFactorTicket: {
    tokenHash: Buffer
    userId: string
    purpose: 'signIn' | 'confirm' | 'passkey' | 'totp'
    challenge: string | null
    secret: Buffer | null
    expires: Instant
  }
  sensitiveReading: {
    id: string
    at: Instant
    userId: string | null
    username: string
    call: string
    filter: string | null
    fields: string[]
    members: string[]
    count: number
  }
  signInLimit: {
    key: Buffer
    userId: string | null
    level: number
    free: number
    lastAt: Instant
    what: string | null
    seriesFrom: Instant | null
    failures: Generated<number>
    address: string | null
  }
  sport: {
    id: string
    rowVersion: Generated<string>
    description: string
    picture: string | null
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
  }
  staffSession: {
    id: string
    userId: string
    tokenHash: Buffer
    tokenExpires: Instant
    tokenBegan: Instant
    refreshHash: Buffer
    refreshExpires: Instant
    refreshFamily: Buffer
    userAgent: string | null
    address: string | null
    createdAt: Instant
    lastUsed: Instant
    confirmedAt: Instant | null
  }
  staffUser: {
    id: string
    rowVersion: Generated<string>
    username: string
    password: string
    email: string | null
    userGroup: string
    isCenter: Generated<boolean>
    centreIncharge: Generated<string[]>
    coachRelated: string | null
    accessRight: Generated<string[]>
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
    mustChangePassword: Generated<boolean>
  }
  userGroup: {
    id: string
    rowVersion: Generated<string>
    role: string
    permissions: ColumnType<PermissionMap, string | undefined, string>
    isDisable: Generated<boolean>
    isProtected: Generated<boolean>
    createdAt: Instant
    updatedAt: Instant
    secondFactorRequired: Generated<boolean>
  }
  wallet: {
    member: string
    rowVersion: Generated<string>
    balance: Generated<number>
    version: Generated<number>
    creditExpired: Day | null
    kind: Generated<Schema['member']['kind']>
  }
  walletEntry: {
    id: string
    member: string
    version: number
    at: Instant
    kind:
      | 'purchase'
      | 'purchase-cancelled'
      | 'attendance'
      | 'attendance-reversed'
      | 'adjustment'
      | 'manual-edit'
      | 'expired'
      | 'opening'
      | 'transfer'
    credit: number
    balanceBefore: number
    balanceAfter: number
    cause: string
    causeType: string
    causeId: string | null
    causeLabel: string
    attendedBy: string | null
    byUser: string | null
    byName: string
    note: string | null
    reverses: string | null
  }
  writtenPaper: {
    document: string
    kind: 'credit-adjustment' | 'cash-close' | 'cash-evening'
    number: string
    members: string[]
    content: string
    digest: string
    logo: string | null
    writtenAt: Instant
    isLater: boolean
  }
}
