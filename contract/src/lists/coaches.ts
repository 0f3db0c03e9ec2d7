import { email, picture, reference, text } from '../platform/field.ts'
import { defineList } from '../platform/list.ts'
import { messages } from '../platform/messages.ts'

export const coaches = defineList({
  name: 'coach',
  title: 'Coach',
  module: ['coach'],
  fields: {
    name: text('Name', { required: 'Coach Name is required' }),
    designation: reference('Designation', 'designation', { required: messages.required }),
    email: email('Email', { required: 'Email is required' }),
    mobileNo: text('Mobile No', { max: 30 }),
    bankName: text('Bank', { max: 100 }),
    bankAccName: text('Account Name', { max: 100 }),
    bankAccNo: text('Account No', { max: 30, pattern: [/^\d+$/, 'Bank account number must be numeric'] }),
    address1: text('Address 1', { max: 200 }),
    address2: text('Address 2', { max: 200 }),
    address3: text('Address 3', { max: 200 }),
    picture: picture('Picture', { required: 'Coach Picture is required' }),
  },
  columns: ['picture', 'name', 'designation', 'email', 'mobileNo'],
  search: ['name', 'email', 'mobileNo'],
  label: 'name',
  unique: ['name'],
})
