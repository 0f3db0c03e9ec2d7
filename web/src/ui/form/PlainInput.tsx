export { default as Input } from 'antd/es/input/Input'
export { default as Password } from 'antd/es/input/Password'
