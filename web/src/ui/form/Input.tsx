export { Input, type InputProps } from 'antd'
