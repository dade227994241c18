//! Tensors.

/// The numbers of a tensor, in row-major order.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// 32-bit floats.
    Float(Vec<f32>),
    /// 64-bit integers.
    Integer(Vec<i64>),
}

/// An array of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// How long it is in each dimension.
    pub shape: Vec<usize>,
    /// As many numbers as the shape says.
    pub data: Data,
}

impl Tensor {
    /// A tensor of floats.
    pub fn float(shape: impl Into<Vec<usize>>, data: Vec<f32>) -> Self {
        Self { shape: shape.into(), data: Data::Float(data) }
    }

    /// A tensor of integers.
    pub fn integer(shape: impl Into<Vec<usize>>, data: Vec<i64>) -> Self {
        Self { shape: shape.into(), data: Data::Integer(data) }
    }
}
